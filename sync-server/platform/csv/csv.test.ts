import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

interface Row {
  readonly id: number;
  readonly text: string;
}
const COLUMNS = [
  ["id", ({ id }: Row) => String(id)],
  ["text", ({ text }: Row) => text],
] as const;

async function* partsOf(...parts: readonly (readonly Row[])[]): AsyncGenerator<readonly Row[]> {
  yield* parts;
}

async function whole(parts: AsyncIterable<readonly Row[]>): Promise<string> {
  let text = "";
  for await (const line of csvOf(COLUMNS, parts)) text += line;
  return text;
}

test("every row of every part is a line, quoted where it has to be, and none is a formula", async () => {
  const text = await whole(
    partsOf(
      [{ id: 1, text: 'he said "a, b"' }],
      [],
      [
        { id: 2, text: "=1+1" },
        { id: 3, text: "two\n=lines" },
      ],
    ),
  );
  expect(text).toBe(`id,text\r\n1,"he said ""a, b"""\r\n2,'=1+1\r\n3,"two\n'=lines"\r\n`);
});

test("of no rows there is the line of names", async () => {
  expect(await whole(partsOf())).toBe("id,text\r\n");
});

test("a part is read once the one before it was taken, and others go first between two", async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<readonly Row[]> {
    for (;;) {
      read += 1;
      yield [{ id: read, text: "" }];
    }
  }
  const csv = csvOf(COLUMNS, endless());
  for (const line of ["id,text\r\n", "1,\r\n"]) expect((await csv.next()).value).toBe(line);
  expect(read).toBe(1);
  let isLet = false;
  setImmediate(() => {
    isLet = true;
  });
  await csv.next();
  expect(isLet).toBe(true);
  await csv.return(undefined);
});
