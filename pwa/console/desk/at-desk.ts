/** Where there is room for tables, and for the open row beside them. */
export const AT_DESK = "(min-width: 64rem)";
