import { PoolScene } from "./scene.ts";
import { poolStorm } from "./storm.ts";

/** Has processes die while a pool makes a market, until so many did, and says what came of it; answers whether all is right. */
export async function sayPoolStorm(seed: number, deaths: number): Promise<boolean> {
  console.log(`seed ${seed}, until ${deaths} processes died`);
  const scene = await PoolScene.open();
  try {
    const { problems, died, rounds, fills, stops, drains } = await poolStorm(
      scene,
      seed,
      (soFar) => soFar.died >= deaths,
    );
    for (const problem of problems) console.log(`WRONG: ${problem}`);
    console.log(`${died} processes died in ${rounds} rounds; ${fills} fills, ${stops} stops, ${drains} drains`);
    console.log(
      problems.length === 0 ? "nothing was offered after a stop, and everything came back" : "something is wrong",
    );
    return problems.length === 0;
  } finally {
    await scene.stop();
  }
}
