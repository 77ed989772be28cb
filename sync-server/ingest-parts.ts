import { AFFILIATE_PART } from "#server/affiliate/index.ts";
import { CLAIMABLES_PART } from "#server/claimables/index.ts";
import { MARKET_MAKING_PART } from "#server/market-making/index.ts";
import { ORDERS_PART } from "#server/orders/index.ts";
import type { IngestPart } from "#server/platform/ingest/parts.ts";

/** What features keep of the ledger, in the order in which it is folded. */
export const INGEST_PARTS: readonly IngestPart[] = [CLAIMABLES_PART, ORDERS_PART, AFFILIATE_PART, MARKET_MAKING_PART];
