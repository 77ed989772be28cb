/**
 * How far a field of two networks is compared, where it cannot hold the same:
 * - `place`: places in history, told by the step that they belong to, and so are ledgers (`ledger`);
 * - `kind`: that both hold a text, a number or neither;
 * - `nothing`: not at all.
 */
export type Comparison = "place" | "ledger" | "kind" | "nothing";

interface Unequal {
  readonly fields: readonly string[];
  readonly compared: Comparison;
  readonly reason: string;
}

/** All that can never be equal in the answers of two networks that were told the same. Whatever is not listed is. */
const UNEQUAL: readonly Unequal[] = [
  {
    fields:
      "id paging_token href cursor sequence source_account_sequence seq_num bump_to new_seq base_offer_id counter_offer_id".split(
        " ",
      ),
    compared: "place",
    reason: "They are numbers of ledgers with a place in them, and the recorded network was 82 ledgers old.",
  },
  {
    fields:
      "ledger last_modified_ledger sequence_ledger seq_ledger lastModifiedLedgerSeq last_modified_ledger_seq ledger_seq".split(
        " ",
      ),
    compared: "ledger",
    reason: "The recorded network closed ledgers by the clock, between the steps as well.",
  },
  {
    fields:
      "latestLedger oldestLedger last_ledger ingest_latest_ledger history_latest_ledger history_elder_ledger core_latest_ledger".split(
        " ",
      ),
    compared: "kind",
    reason: "Which ledger is the last when something is asked is a matter of time; so is which is kept still.",
  },
  {
    fields:
      "created_at closed_at ledger_close_time last_modified_time sequence_time seq_time timestamp createdAt ledgerCloseTime closeTime close_time ledgerClosedAt latestLedgerCloseTime oldestLedgerCloseTime history_latest_ledger_closed_at max_time abs_before abs_before_epoch before_absolute_time end_time latestLedgerCloseTimestamp oldestLedgerCloseTimestamp".split(
        " ",
      ),
    compared: "kind",
    reason: "Times are the hour of the day on which it was played.",
  },
  {
    fields: ["signature", "signatures"],
    compared: "kind",
    reason: "Envelopes differ in sequence numbers and time bounds, and so do signatures of them.",
  },
  {
    fields:
      "hash prev_hash previous_ledger_hash tx_set_hash tx_set_result_hash bucket_list_hash skip_list node_id".split(
        " ",
      ),
    compared: "kind",
    reason: "Hashes of ledgers, of all that is in them and before them; and the key of the node that proposed them.",
  },
  {
    fields:
      "min max mode p10 p20 p30 p40 p50 p60 p70 p80 p90 p95 p99 transactionCount ledgerCount ledger_capacity_usage".split(
        " ",
      ),
    compared: "kind",
    reason: "Statistics of fees in the last ledgers, of which the recorded network had closed some more.",
  },
  {
    fields: ["fee_pool"],
    compared: "kind",
    reason: "On the recorded network others had paid fees before.",
  },
  {
    fields:
      "horizon_version core_version version commitHash buildTimestamp captiveCoreVersion captive_core_version".split(
        " ",
      ),
    compared: "kind",
    reason: "Which programs answer.",
  },
  {
    fields: ["friendbotUrl"],
    compared: "kind",
    reason: "Where friendbot is, is a setting of RPC.",
  },
  {
    fields: ["friendbot"],
    compared: "nothing",
    reason: "The recorded Horizon was not told of a friendbot, so its first page names none.",
  },
  {
    fields: ["transaction"],
    compared: "nothing",
    reason: "What operations are joined with was left out of the recording for its size; it is what `tx` holds.",
  },
];

/** Questions about what was before the scenario, which are not compared. */
const OTHERS_HISTORY = {
  questions: ["/transactions", "/ledgers?limit=1&order=asc"],
  reason: "The first ledgers of the recorded network held what set it up, and friendbot's own accounts.",
} as const;

/** What is left of a record of the transaction by which friendbot opened the first account. */
const OF_FRIENDBOT = {
  fields: [
    "id",
    "paging_token",
    "type",
    "type_i",
    "transaction_successful",
    "successful",
    "starting_balance",
    "account",
  ],
  reason: "Friendbots differ in who signs, who pays and how much they bid.",
} as const;

/** What is drawn alike before it is compared, for an order or a side that the protocol leaves open. */
const DRAWN_ALIKE = {
  changes:
    "The order of the changes in meta is that of stellar-core's hash tables; a state stays with what became of it.",
  claimableBalances: "Lists of claimable balances are ordered by their ids, which are hashes.",
  tradeSides:
    "Which asset of a trade is its base follows from which of them a Horizon saw first, unless the question says.",
} as const;

const COMPARED: ReadonlyMap<string, Comparison> = new Map(
  UNEQUAL.flatMap(({ fields, compared }) => fields.map((field) => [field, compared])),
);

/** All of the above in words, a line each. */
export function unequalInWords(): string {
  return [
    ...UNEQUAL.map(({ fields, compared, reason }) => `${compared.padEnd(8)}${fields.join(", ")}: ${reason}`),
    `nothing ${OTHERS_HISTORY.questions.join(", ")}: ${OTHERS_HISTORY.reason}`,
    `nothing but ${OF_FRIENDBOT.fields.join(", ")} of friendbot's transaction: ${OF_FRIENDBOT.reason}`,
    ...Object.values(DRAWN_ALIKE).map((reason) => `alike   ${reason}`),
  ].join("\n");
}

/** How a field is compared; undefined: wholly. */
export function comparisonOf(field: string): Comparison | undefined {
  return COMPARED.get(field);
}

/** Whether a question is about what was before the scenario. */
export function isOthersHistory(path: string): boolean {
  return OTHERS_HISTORY.questions.some((question) => question === path);
}

/** Whether a field is kept of records of friendbot's transaction. */
export function isKeptOfFriendbot(field: string): boolean {
  return OF_FRIENDBOT.fields.some((kept) => kept === field);
}
