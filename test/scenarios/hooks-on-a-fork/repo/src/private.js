export const nobody = "reads this"
