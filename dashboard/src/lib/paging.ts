/** Rows of a table that are shown at once. */
export const PAGE_SIZE = 50
