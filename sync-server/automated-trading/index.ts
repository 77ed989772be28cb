export { candleFrom } from "./books.ts";
export { automationIndexes } from "./store.ts";
export { stopAllOf, takesBackAutomations } from "./pause.ts";
export { automationPlaced } from "./placed.ts";
export { registerAutomatedTrading } from "./register-automated-trading.ts";
