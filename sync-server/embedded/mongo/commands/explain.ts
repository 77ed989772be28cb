import { doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, failedToParse } from "#server/embedded/mongo/error.ts";
import { planRows } from "#server/embedded/mongo/query/read-rows.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";
import { planQuery } from "#server/embedded/mongo/query/plan.ts";
import type { IndexPlan, Plan, PlanRequest } from "#server/embedded/mongo/query/plan.ts";
import { parseSort } from "#server/embedded/mongo/query/sort-key.ts";
import type { Collection } from "#server/embedded/mongo/store/collection.ts";
import { SERVER_VERSION } from "./admin.ts";
import { leadingSearch } from "./pipeline.ts";
import { checkCollectionName, docField, docsField, findCollection } from "./context.ts";
import type { Command } from "./context.ts";
import { environmentFor } from "./read-options.ts";

/** How a command would be served: which index, in MongoDB's words, and at request what it would look at. */
export function explain(command: Command): Doc {
  const inner = docField(command.body, "explain");
  const verbosity = command.body.get("verbosity") ?? "allPlansExecution";
  const [name = "", target] = inner.entries().next().value ?? [];
  if (typeof target !== "string") throw failedToParse(`explain needs a command on a collection, not '${name}'`);
  checkCollectionName(command.db, target);
  const { filter, sort, hint, collation, min, max } = searchOf(name, inner);
  const collection = findCollection(command, target);
  const environment = environmentFor({ ...command, body: inner }, collection, collation);
  const matches = compileFilter(filter, environment);
  const request: PlanRequest = { filter, sort: parseSort(sort), hint, min, max, ...environment };
  const plan = collection === undefined ? undefined : planQuery(collection, request);
  const reply = doc({
    explainVersion: "1",
    queryPlanner: doc({
      namespace: `${command.db}.${target}`,
      parsedQuery: filter,
      winningPlan: plan === undefined ? doc({ stage: "EOF" }) : withSort(plan, request, sort, filter),
      rejectedPlans: [],
    }),
    command: inner,
    serverInfo: doc({ host: command.services.host(), version: SERVER_VERSION }),
  });
  if (verbosity !== "queryPlanner")
    reply.set("executionStats", statistics(command, collection, plan, request, matches));
  return reply;
}

type Searched = {
  filter: Doc;
  sort: Doc;
  hint: Value | undefined;
  collation: Value | undefined;
  min: Doc | undefined;
  max: Doc | undefined;
};

function searchOf(name: string, inner: Doc): Searched {
  const rest = { hint: inner.get("hint"), collation: inner.get("collation"), min: undefined, max: undefined };
  switch (name) {
    case "find":
      return {
        ...rest,
        ...orderOf(inner),
        filter: docField(inner, "filter"),
        min: docField(inner, "min"),
        max: docField(inner, "max"),
      };
    case "count":
    case "distinct":
    case "findAndModify":
      return { filter: docField(inner, "query"), sort: docField(inner, "sort"), ...rest };
    case "aggregate": {
      const stages = inner.get("pipeline");
      const head = leadingSearch(Array.isArray(stages) ? stages : []);
      return { filter: head.filter, sort: head.order, ...rest };
    }
    case "update":
    case "delete": {
      const [statement = new Map()] = docsField(inner, `${name}s`);
      return {
        ...rest,
        filter: docField(statement, "q"),
        sort: docField(statement, "sort"),
        hint: statement.get("hint"),
        collation: statement.get("collation"),
      };
    }
    default:
      throw new MongoError("CommandNotFound", `Explain failed due to unknown command: ${name}`);
  }
}

/** A sort by `$natural` is a hint. */
function orderOf(inner: Doc): { sort: Doc; hint: Value | undefined } {
  const sort = docField(inner, "sort");
  const natural = sort.get("$natural");
  if (natural === undefined) return { sort, hint: inner.get("hint") };
  return { sort: new Map(), hint: doc({ $natural: natural }) };
}

function withSort(plan: Plan, request: PlanRequest, sort: Doc, filter: Doc): Doc {
  const found = describe(plan, filter);
  const isSorted = request.sort.length === 0 || (plan.kind === "index" && plan.order !== "none");
  return isSorted ? found : doc({ stage: "SORT", sortPattern: sort, inputStage: found });
}

function describe(plan: Plan, filter: Doc): Doc {
  if (plan.kind === "scan")
    return doc({ stage: "COLLSCAN", filter, direction: plan.isReverse ? "backward" : "forward" });
  if (plan.kind === "union")
    return doc({ stage: "FETCH", filter, inputStage: doc({ stage: "OR", inputStages: plan.arms.map(scanOf) }) });
  return doc({ stage: "FETCH", filter, inputStage: scanOf(plan) });
}

function scanOf(plan: IndexPlan): Doc {
  const { index } = plan;
  return doc({
    stage: "IXSCAN",
    keyPattern: index.spec.get("key"),
    indexName: index.name,
    isMultiKey: index.isMultikey,
    isUnique: index.isUnique,
    isSparse: index.isSparse,
    isPartial: index.partial !== undefined,
    direction: plan.isReverse ? "backward" : "forward",
    ranges: plan.ranges.length,
  });
}

function statistics(
  command: Command,
  collection: Collection | undefined,
  plan: Plan | undefined,
  request: PlanRequest,
  matches: (source: Doc) => boolean,
): Doc {
  let examined = 0;
  let nReturned = 0;
  if (collection !== undefined && plan !== undefined) {
    for (const { document } of planRows(command.services.store, collection, plan, request.sort, new Set(), undefined)) {
      examined += 1;
      if (matches(document)) nReturned += 1;
    }
  }
  const usesIndex = plan !== undefined && plan.kind !== "scan";
  return doc({
    executionSuccess: true,
    nReturned,
    totalKeysExamined: usesIndex ? examined : 0,
    totalDocsExamined: examined,
  });
}
