import { useQuery } from "@tanstack/react-query";
import { call } from "#pwa/platform/api/call.ts";
import { PEOPLE_ENDPOINTS } from "#schemas/endpoints/people.ts";
import { PEOPLE_PAGE } from "#schemas/people.ts";
import { useMay } from "./may.ts";

/** A list draws its rows at once: whoever is in them is asked about together. */
const TOGETHER_MS = 10;
/** For so long a name is not asked again. */
const FRESH_MS = 10 * 60_000;

interface Question {
  readonly id: number;
  readonly answer: (name: string | null) => void;
  readonly fail: (error: unknown) => void;
}

let waiting: Question[] = [];

/** What somebody is called, null where nobody has that number or who asks may not know; null before it is known. */
export function useName(id: number): string | null {
  const may = useMay();
  const { data } = useQuery({
    queryKey: [PEOPLE_ENDPOINTS.peopleNames.path, id],
    queryFn: () => askName(id),
    enabled: may(PEOPLE_ENDPOINTS.peopleNames),
    staleTime: FRESH_MS,
  });
  return data ?? null;
}

/** Throws what the server refuses with. */
function askName(id: number): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  if (waiting.length === 0) setTimeout(askAll, TOGETHER_MS);
  waiting.push({ id, answer: resolve, fail: reject });
  return promise;
}

function askAll(): void {
  const questions = waiting;
  waiting = [];
  for (let at = 0; at < questions.length; at += PEOPLE_PAGE) void askPage(questions.slice(at, at + PEOPLE_PAGE));
}

async function askPage(questions: readonly Question[]): Promise<void> {
  try {
    const ids = questions.map(({ id }) => id);
    const { names } = await call(PEOPLE_ENDPOINTS.peopleNames, { query: { ids } });
    const found = new Map(names.map(({ id, username }) => [id, username]));
    for (const { id, answer } of questions) answer(found.get(id) ?? null);
  } catch (error) {
    for (const { fail } of questions) fail(error);
  }
}
