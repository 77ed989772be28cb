import type { Endpoint } from "#schemas/endpoints.ts";
import type { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import type { BulkAct } from "./bulk.ts";

type Named<Prefix extends string> = (typeof CONSOLE_LISTS_ENDPOINTS)[keyof typeof CONSOLE_LISTS_ENDPOINTS &
  `${Prefix}${string}`];

/** What the server does with rows of a list together. */
export interface ListEnds {
  readonly exportAt: Endpoint & Named<"export">;
  readonly countAt: Endpoint & Named<"count">;
  readonly bulk?: readonly BulkAct[];
}
