import { driveContent } from "./drive.ts";

/** Has servers killed while content is written, for so many minutes, and says what came of it; answers whether all is right. */
export async function sayContent(seed: number, minutes: number): Promise<boolean> {
  console.log(`seed ${seed}, ${minutes} minutes`);
  const { problems, kills, acts, published } = await driveContent({
    seed,
    isEnough: ({ ms }) => ms > minutes * 60_000,
    say: (line) => console.log(line),
  });
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  console.log(`${kills} times a server was killed over ${acts} acts; ${published} publications were answered`);
  console.log(problems.length === 0 ? "what is public is always what somebody published" : "something is wrong");
  return problems.length === 0;
}
