export { startCustody } from "./start-custody.ts";
