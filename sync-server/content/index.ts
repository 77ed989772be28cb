export { type DefaultSource, waitingLegal } from "./load-defaults.ts";
export type { PublishedContent } from "./published/follow-content.ts";
export { type RunningContent, startContent } from "./start-content.ts";
export { contentIndexes } from "./store.ts";
