import { drivePools } from "./drive.ts";

/** Has everything killed and cut while pools make markets, for so many minutes, and says what came of it; answers whether all is right. */
export async function sayPools(seed: number, minutes: number): Promise<boolean> {
  console.log(`seed ${seed}, ${minutes} minutes`);
  const { problems, trouble, requests, fills } = await drivePools({
    seed,
    owners: 6,
    isEnough: ({ ms }) => ms > minutes * 60_000,
    say: (line) => console.log(line),
  });
  for (const [name, times] of [...trouble].sort()) console.log(`${String(times).padStart(5)} x ${name}`);
  const asked = Map.groupBy(requests, ({ act, answer }) => `${act}: ${answer}`);
  for (const [what, { length }] of [...asked].sort()) console.log(`${String(length).padStart(5)} x ${what}`);
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  console.log(`${fills} fills`);
  console.log(problems.length === 0 ? "every pool gave everything back, to the stroop" : "something is wrong");
  return problems.length === 0;
}
