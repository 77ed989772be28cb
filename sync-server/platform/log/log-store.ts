import type { Collection, Document, Filter } from "mongodb";
import { LOG_LEVELS, LOG_PAGE, type LogFilters, type LogLine, type LogOutput, type LogQuery } from "#schemas/logs.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { type KeptLine, levelNumber } from "./kept-line.ts";

/** A line as it is stored; `_id` sorts by the time of its writing. */
export interface StoredLine extends KeptLine, Document {
  readonly _id: string;
  readonly expiresAt: Date;
  /** About what it takes up. */
  readonly bytes: number;
}

const LOG_LINES = "log_lines";
const TIME_DIGITS = 12;
const ID_DIGITS = 32;

export function logLines(database: Database): Collection<StoredLine> {
  return database.collection<StoredLine>(LOG_LINES);
}

/** Lines go by themselves, and are found by whatever id they say. */
export const logLineIndexes: Migration = {
  number: 175,
  name: "the kept log",
  run: async (database) => {
    const lines = logLines(database);
    await lines.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    await lines.createIndex({ kind: 1, _id: 1 });
    for (const id of ["errorId", "requestId", "userId", "submissionId"])
      await lines.createIndex({ [id]: 1, _id: -1 }, { partialFilterExpression: { [id]: { $exists: true } } });
    await database.collection("operator_actions").createIndex({ operatorId: 1, action: 1, at: -1 });
  },
};

/** The id of a line of this time; `rest` tells it from others of the same, 20 hexadecimal digits. */
export function lineIdAt(time: Date, rest = ""): string {
  const ms = Math.max(0, time.getTime()).toString(16).padStart(TIME_DIGITS, "0");
  return `${ms}${rest}`.padEnd(ID_DIGITS, "0");
}

/** A page of lines, newest first. */
export async function findLines(database: Database, query: LogQuery): Promise<Omit<LogOutput, "keptDays">> {
  const found = await logLines(database)
    .find(filterOf(query), { sort: { _id: -1 }, limit: LOG_PAGE + 1 })
    .toArray();
  const lines = found.slice(0, LOG_PAGE).map(toLine);
  return { lines, next: found.length > LOG_PAGE ? (lines.at(-1)?.id ?? null) : null };
}

function filterOf({ before, ...filters }: LogQuery): Filter<StoredLine> {
  const { errorId, requestId, userId, submissionId, level, since, until } = filters;
  const ends = [before, until === undefined ? undefined : lineIdAt(new Date(until))].filter((end) => end !== undefined);
  const [end] = ends.toSorted();
  const places = {
    ...(since !== undefined && { $gte: lineIdAt(new Date(since)) }),
    ...(end !== undefined && { $lt: end }),
  };
  return {
    ...(Object.keys(places).length > 0 && { _id: places }),
    ...(errorId !== undefined && { errorId }),
    ...(requestId !== undefined && { requestId }),
    ...(userId !== undefined && { userId }),
    ...(submissionId !== undefined && { submissionId }),
    ...(level !== undefined && { level: { $gte: levelNumber(level) } }),
  };
}

/** What somebody looked for, in words for the audit log; empty for all of it. How far they read is no part of it. */
export function describeFilters({ errorId, requestId, userId, submissionId }: LogFilters): string {
  const ids = { error: errorId, request: requestId, user: userId, submission: submissionId };
  return Object.entries(ids)
    .filter(([, id]) => id !== undefined)
    .map(([what, id]) => `${what} ${id}`)
    .join(", ");
}

function toLine(line: StoredLine): LogLine {
  const { _id: id, at, level, message, errorId, requestId, userId, submissionId, process, fields } = line;
  return {
    id,
    at: at.toISOString(),
    level: LOG_LEVELS.find((each) => levelNumber(each) >= level) ?? "fatal",
    message,
    errorId: errorId ?? null,
    requestId: requestId ?? null,
    userId: userId ?? null,
    submissionId: submissionId ?? null,
    process,
    fields,
  };
}
