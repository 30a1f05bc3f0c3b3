export const osmCredit = '© OpenStreetMap contributors'
