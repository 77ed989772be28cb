import type { FastifyInstance } from "fastify";
import type { ListFilters } from "#schemas/console-lists.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import { AppError } from "#schemas/errors.ts";
import { noteAct } from "#server/approvals/index.ts";
import { csvOf } from "#server/platform/csv/csv.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type ConsoleList, DEPOSITS, PAYMENTS, PROPOSALS, REPORTS, SUSPENSE } from "./lists.ts";

type Ends<Name extends string> = Name extends `${"export"}${infer List}` ? List : never;
type ListName = Ends<keyof typeof CONSOLE_LISTS_ENDPOINTS>;

/** Serves what operators take along of lists: all that is meant, while it is read, and that somebody did is noted. */
export function registerListRoutes(app: FastifyInstance, runtime: Runtime): void {
  serve(app, runtime, "Deposits", DEPOSITS);
  serve(app, runtime, "Proposals", PROPOSALS);
  serve(app, runtime, "Payments", PAYMENTS);
  serve(app, runtime, "Suspense", SUSPENSE);
  serve(app, runtime, "Reports", REPORTS);
}

function serve<Row extends { readonly id: number }>(
  app: FastifyInstance,
  runtime: Runtime,
  name: ListName,
  list: ConsoleList<Row>,
): void {
  route(app, ENDPOINTS[`count${name}`], async ({ query }) => ({ count: await countMeant(runtime, list, query) }));

  route(app, ENDPOINTS[`export${name}`], async ({ session, query, reply }) => {
    const { reason, count, ...filters } = query;
    if (count !== undefined && count !== (await countMeant(runtime, list, filters))) throw new AppError("list-moved");
    // To take something along changes nothing.
    const act = {
      action: list.action,
      userId: null,
      details: describe(filters),
      change: { before: null, after: null },
    };
    await runtime.database.transaction((within) =>
      noteAct(runtime, within, { operatorId: session.userId, reason }, act),
    );
    const day = runtime.clock.now().toISOString().slice(0, 10);
    reply.header("content-disposition", `attachment; filename="${name.toLowerCase()}-${day}.csv"`);
    return csvOf(list.columns, meantParts(runtime, list, filters));
  });
}

async function* meantParts<Row extends { readonly id: number }>(
  runtime: Runtime,
  { parts, means }: ConsoleList<Row>,
  filters: ListFilters,
): AsyncGenerator<readonly Row[]> {
  const rows = filters.rows && new Set(filters.rows);
  for await (const part of parts(runtime, filters))
    yield part.filter((row) => (rows === undefined || rows.has(row.id)) && means(row, filters));
}

async function countMeant<Row extends { readonly id: number }>(
  runtime: Runtime,
  list: ConsoleList<Row>,
  filters: ListFilters,
): Promise<number> {
  let count = 0;
  for await (const part of meantParts(runtime, list, filters)) count += part.length;
  return count;
}

function describe({ find, show, rows }: ListFilters): string {
  const filters = [show && `show ${show}`, find && `find ${find}`, rows && `rows ${rows.join(" ")}`];
  return filters.filter(Boolean).join(", ");
}
