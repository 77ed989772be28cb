import type { TestApp } from "#tests/support/app.ts";
import { aConfirmedAdmin } from "#tests/support/operators.ts";
import { writeAudit } from "./audit-chain.ts";
import { untilAtRest } from "./at-rest.ts";
import { type Question, questionsOf } from "./console-questions.ts";
import { writePeople } from "./people-rows.ts";
import { median, quantile, type Result, roundsAndLoad, showNumber } from "./results.ts";
import { withSeededApp } from "./seeded-app.ts";

const AUDIT_ROWS_EACH = 10;
/** Where there are so few, nothing is slow by their number. */
const FEW = 1000;
const GOAL_MS = 50;

/** How many there are, and the folder in which their database is kept for the next time; without one it is filled each time. */
export interface Crowd {
  readonly people: number;
  readonly kept: string | undefined;
}

/**
 * What operators wait for where so many have signed up, ten movements, ten payments and ten rows of the audit log each: each list's first
 * page, one from the middle, each filter and each search, each asked so often, beside how long it takes where there are few.
 */
export async function measurePeople(crowd: Crowd, times: number): Promise<Result[]> {
  const few = await withCrowd({ people: FEW, kept: undefined }, (app) => askAll(app, FEW, times));
  const many = await withCrowd(crowd, (app) => askAll(app, crowd.people, times));
  return [...many].map(([name, answers]) => resultOf(name, answers, few.get(name), times));
}

/** An app in which so many have signed up. */
export function withCrowd<T>({ people, kept }: Crowd, measure: (app: TestApp) => Promise<T>): Promise<T> {
  const folder = kept === undefined ? undefined : `${kept}/${people}`;
  return withSeededApp(folder, (app) => fill(app, people), measure);
}

async function fill(app: TestApp, people: number): Promise<void> {
  const { user } = await aConfirmedAdmin(app);
  const operatorId = user.id;
  await app.database.unhurried(async (patient) => {
    await writePeople(patient, app.database, { people, operatorId });
    await writeAudit(patient, app.database, { rows: people * AUDIT_ROWS_EACH, people, operatorId });
  });
}

/** How long each answer took, in ms, and how many rows it had. */
interface Answers {
  readonly values: readonly number[];
  readonly rows: number;
}

async function askAll(app: TestApp, people: number, times: number): Promise<ReadonlyMap<string, Answers>> {
  const { cookie } = await aConfirmedAdmin(app);
  const answers = new Map<string, Answers>();
  const operatorId = await operatorOf(app);
  await untilAtRest();
  for (const question of questionsOf(people, operatorId))
    answers.set(question.name, await askOften(app, cookie, question, times));
  return answers;
}

/** Who decided everything. */
async function operatorOf({ database }: TestApp): Promise<number> {
  const act = await database.collection<{ operatorId: number }>("operator_actions").findOne({ action: "freeze" });
  return act?.operatorId ?? 0;
}

/** So often after a first one. */
async function askOften(
  { server }: TestApp,
  cookie: string,
  { name, path }: Question,
  times: number,
): Promise<Answers> {
  const values: number[] = [];
  let rows = 0;
  for (let time = -1; time < times; time += 1) {
    const from = performance.now();
    const answer = await server.inject({ method: "GET", url: `/api/admin/${path}`, headers: { cookie } });
    const took = performance.now() - from;
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.body}`);
    const list: unknown = Object.values(Object(answer.json())).find((value) => Array.isArray(value));
    rows = Array.isArray(list) ? list.length : 0;
    if (time >= 0) values.push(took);
  }
  return { values, rows };
}

const NONE: Answers = { values: [], rows: 0 };

/** The time within which nineteen of twenty answers came. */
function resultOf(name: string, { values, rows } = NONE, few = NONE, times = 0): Result {
  const [half, before] = [median(values), median(few.values)];
  const beside = `${showNumber(half / before)} times as long as with ${FEW} people`;
  const note = `${rows} rows, half within ${showNumber(half)} ms, ${beside} (${roundsAndLoad(times)})`;
  return {
    name: `${name}, p95`,
    value: quantile(values, 0.95),
    unit: "ms",
    goal: { kind: "at most", value: GOAL_MS },
    note,
  };
}
