// How large a file may be that is imported, whatever it is.

/** Twice what the product promises. Above it a file is split, not refused half-way through a long wait. */
export const maxRows = 100_000
export const maxColumns = 500
/** That are filled, of a workbook: its sheet is kept in memory while it is read. */
export const maxCells = 3_000_000
