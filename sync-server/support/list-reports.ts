import type { Filter } from "mongodb";
import { shownReports } from "#schemas/console-lists.ts";
import type { ReportsOutput, ReportsQuery } from "#schemas/support.ts";
import { hasWords } from "#schemas/values/fold-text.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type ListSearch, pageOf } from "#server/platform/lists/list-search.ts";
import { peopleMeant } from "#server/users/index.ts";
import { type Report, reportsOf, stateOf } from "./reports.ts";

const PAGE = 100;
const NUMBER = /^[1-9]\d{0,14}$/;

/** What somebody sent, as operators see it. */
export type ReportRow = ReportsOutput["reports"][number];

/** A page of what people sent, the newest first, without the pictures. */
export async function listReports(runtime: Runtime, { before, ...filters }: ReportsQuery): Promise<ReportsOutput> {
  const { rows, next } = await pageOf(await searchReports(runtime, filters), before, PAGE);
  return { reports: [...rows], next };
}

/** Reports, the newest first. They are a thousand at most (`reports.ts`): a text is looked for in each of them. */
export async function searchReports(
  runtime: Runtime,
  { find, show, rows }: Omit<ReportsQuery, "before">,
): Promise<ListSearch<Report, ReportRow>> {
  const text = rows ? "" : find.trim();
  const people = await peopleMeant(runtime, text);
  return {
    collection: reportsOf(runtime.database),
    within: withState(shownReports(show)),
    ways: [{ hint: "id_1", found: rows ? { id: { $in: [...rows] } } : {} }],
    order: "newest",
    projection: { picture: 0 },
    ...(text !== "" && {
      meant: async (found) => {
        const senders = await people.among(found.map(({ userId }) => userId));
        return found.filter(({ id, userId, email, note, facts }) => {
          if (NUMBER.test(text)) return id === Number(text) || userId === Number(text);
          return senders.has(userId) || hasWords([note, email ?? "", ...Object.values(facts).map(String)], text);
        });
      },
    }),
    describe: (found) => found.map(describe),
  };
}

function withState(shown: ReturnType<typeof shownReports>): Filter<Report> {
  if (shown === "all") return {};
  return shown === "open" ? { state: { $exists: false } } : { state: shown };
}

function describe(report: Report): ReportRow {
  const { id, userId, email, note, facts, bytes, reportedAt, keptUntil, answer } = report;
  return {
    id,
    userId,
    email: email ?? null,
    note,
    facts,
    bytes,
    reportedAt: reportedAt.toISOString(),
    keptUntil: keptUntil.toISOString(),
    state: stateOf(report),
    answer: answer === undefined ? null : { ...answer, at: answer.at.toISOString() },
  };
}
