import { AutomationScene } from "./scene.ts";
import { automationStorm } from "./storm.ts";

/** Has processes die while automations trade, until so many did, and says what came of it; answers whether all is right. */
export async function sayAutomations(seed: number, deaths: number): Promise<boolean> {
  console.log(`seed ${seed}, until ${deaths} processes died`);
  const scene = await AutomationScene.open();
  try {
    const { problems, died, rounds, stopped, traded } = await automationStorm(
      scene,
      seed,
      (soFar) => soFar.died >= deaths,
    );
    for (const problem of problems) console.log(`WRONG: ${problem}`);
    console.log(`${died} processes died in ${rounds} rounds; ${traded} trades, ${stopped} automations stopped`);
    console.log(problems.length === 0 ? "each signal was traded once or not at all" : "something is wrong");
    return problems.length === 0;
  } finally {
    await scene.stop();
  }
}
