import type { Json } from "./json.ts";

/** Runs and judges an operation inside of another; with `rethrows` what failed it goes on failing. */
export type Perform = (operation: Json, rethrows: boolean) => Promise<void>;
