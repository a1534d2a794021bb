export const shorten = (text, most) => text.slice(0, most)
