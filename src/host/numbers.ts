/** A whole number with commas between its thousands. Intl would load its data first, which takes longer than a short run may. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
