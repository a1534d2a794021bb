export const shorten = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text)
