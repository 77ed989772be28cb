export { startCustody } from "./start-custody.ts";
export { rowsFromBefore } from "./rows-from-before.ts";
