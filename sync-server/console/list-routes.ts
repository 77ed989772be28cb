import type { FastifyInstance } from "fastify";
import type { ListQuery } from "#schemas/console-lists.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import { AppError } from "#schemas/errors.ts";
import { noteAct } from "#server/approvals/index.ts";
import { csvOf } from "#server/platform/csv/csv.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import {
  ALL_PAYMENTS,
  API_KEYS,
  type ConsoleList,
  DECIDED,
  DEPOSITS,
  FEES,
  IDENTITIES,
  PAYMENTS,
  PROPOSALS,
  REPORTS,
  SUSPENSE,
} from "./lists.ts";

type Ends<Name extends string> = Name extends `${"export"}${infer List}` ? List : never;
type ListName = Ends<keyof typeof CONSOLE_LISTS_ENDPOINTS>;

/** Serves what operators take along of lists: all that is meant, while it is read, and that somebody did is noted. */
export function registerListRoutes(app: FastifyInstance, runtime: Runtime): void {
  serve(app, runtime, "Deposits", DEPOSITS);
  serve(app, runtime, "Decided", DECIDED);
  serve(app, runtime, "Proposals", PROPOSALS);
  serve(app, runtime, "Payments", PAYMENTS);
  serve(app, runtime, "AllPayments", ALL_PAYMENTS);
  serve(app, runtime, "Suspense", SUSPENSE);
  serve(app, runtime, "Reports", REPORTS);
  serve(app, runtime, "Fees", FEES);
  serve(app, runtime, "Identities", IDENTITIES);
  serve(app, runtime, "ApiKeys", API_KEYS);
}

function serve<Row>(app: FastifyInstance, runtime: Runtime, name: ListName, list: ConsoleList<Row>): void {
  route(app, ENDPOINTS[`count${name}`], async ({ query, session }) => ({
    count: await list.count(runtime, query, session.userId),
  }));

  route(app, ENDPOINTS[`export${name}`], async ({ session, query, reply }) => {
    const { reason, count, ...filters } = query;
    const isMoved = count !== undefined && count !== (await list.count(runtime, filters, session.userId));
    if (isMoved) throw new AppError("list-moved");
    // To take something along changes nothing.
    const act = {
      action: list.action,
      userId: null,
      details: describe(list.which, filters),
      change: { before: null, after: null },
    };
    await runtime.database.transaction((within) =>
      noteAct(runtime, within, { operatorId: session.userId, reason }, act),
    );
    const day = runtime.clock.now().toISOString().slice(0, 10);
    reply.header("content-disposition", `attachment; filename="${name.toLowerCase()}-${day}.csv"`);
    return csvOf(list.columns, list.parts(runtime, filters, session.userId));
  });
}

/** What was taken: the filters by their names, as they were asked for. */
function describe(which: string | undefined, { rows, ...filters }: ListQuery): string {
  const { show, find, ...others } = filters;
  const named = Object.entries({ show, find, ...others }).filter(([, value]) => value !== undefined && value !== "");
  const said = named.map(([name, value]) => `${name} ${value}`);
  return [...(which === undefined ? [] : [which]), ...said, ...(rows ? [`rows ${rows.join(" ")}`] : [])].join(", ");
}
