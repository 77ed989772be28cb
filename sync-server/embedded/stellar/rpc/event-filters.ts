import { StrKey, xdr } from "@stellar/stellar-sdk";
import type { ContractEventWire } from "@stellar/stellar-sdk/xdr";
import * as v from "valibot";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import { invalidParams, unreadableParams } from "./errors.ts";

/** As many filters, and as many contracts and topics in each. */
const MOST = 5;
const MOST_SEGMENTS = 4;
const ONE = "*";
const REST = "**";

/** One filter as it is asked for; lists that are left out match everything. */
export const EventFilter = v.object({
  type: v.optional(v.nullable(v.string()), ""),
  contractIds: v.optional(v.nullable(v.array(v.string())), []),
  topics: v.optional(v.nullable(v.array(v.nullable(v.array(v.string())))), []),
});

/** Whether an event is asked for. */
export type EventTest = (event: ContractEventWire) => boolean;

/** Reads filters, of which one must match; throws what the real RPC says of the first that is wrong. */
export function readFilters(filters: readonly v.InferOutput<typeof EventFilter>[]): EventTest {
  // The real RPC reads every segment before it judges any filter.
  const read = filters.map(({ type, contractIds, topics }) => ({
    types: type === null || type === "" ? [] : type.split(","),
    contractIds: contractIds ?? [],
    topics: (topics ?? []).map((segments) => (segments ?? []).map(readSegment)),
  }));
  if (read.length > MOST) throw invalidParams(`maximum ${MOST} filters per request`);
  const tests = read.map((filter, index) => {
    const problem = problemOf(filter);
    if (problem !== undefined) throw invalidParams(`filter ${index + 1} invalid: ${problem}`);
    return testOf(filter);
  });
  return (event) => tests.length === 0 || tests.some((test) => test(event));
}

interface ReadFilter {
  readonly types: readonly string[];
  readonly contractIds: readonly string[];
  readonly topics: readonly (readonly string[])[];
}

/** A wildcard as it is, a value as the hex of its XDR. */
function readSegment(text: string): string {
  if (text === ONE || text === REST) return text;
  try {
    return hex(xdr.ScVal.schema.encode(xdr.ScVal.schema.decode(Buffer.from(text, "base64"))));
  } catch {
    throw unreadableParams(`topic segment ${text} is no SCVal in base64`);
  }
}

function problemOf({ types, contractIds, topics }: ReadFilter): string | undefined {
  if (types.some((type) => type !== "system" && type !== "contract"))
    return "filter type invalid: if set, type must be either 'system' or 'contract'";
  if (contractIds.length > MOST) return `maximum ${MOST} contract IDs per filter`;
  if (topics.length > MOST) return `maximum ${MOST} topics per filter`;
  const wrongId = contractIds.findIndex((id) => !StrKey.isValidContract(id));
  if (wrongId !== -1) return `contract ID ${wrongId + 1} invalid`;
  for (const [index, topic] of topics.entries()) {
    const problem = topicProblem(topic);
    if (problem !== undefined) return `topic ${index + 1} invalid: ${problem}`;
  }
  return undefined;
}

function topicProblem(topic: readonly string[]): string | undefined {
  if (topic.length === 0) return "topic must have at least 1 segment";
  const fixed = fixedSegments(topic);
  const early = fixed.indexOf(REST);
  if (early !== -1) return `segment ${early + 1} invalid: wildcard '**' is only allowed as the last segment`;
  return fixed.length > MOST_SEGMENTS ? `topic cannot have more than ${MOST_SEGMENTS} segments` : undefined;
}

function fixedSegments(topic: readonly string[]): readonly string[] {
  return topic.at(-1) === REST ? topic.slice(0, -1) : topic;
}

function testOf({ types, contractIds, topics }: ReadFilter): EventTest {
  const contracts = new Set(contractIds.map((id) => hex(StrKey.decodeContract(id))));
  // Nothing else comes of classic operations.
  const wantsType = types.length === 0 || types.includes("contract");
  return ({ contractId, body }) => {
    if (!wantsType) return false;
    if (contracts.size > 0 && !(contractId && contracts.has(hex(contractId)))) return false;
    if (topics.length === 0) return true;
    const has = body.v0.topics.map((topic) => hex(xdr.ScVal.schema.encode(topic)));
    return topics.some((topic) => matches(topic, has));
  };
}

function matches(topic: readonly string[], has: readonly string[]): boolean {
  const fixed = fixedSegments(topic);
  if (fixed.length === topic.length ? has.length !== fixed.length : has.length < fixed.length) return false;
  return fixed.every((segment, index) => segment === ONE || segment === has[index]);
}
