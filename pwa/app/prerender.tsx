import { createMemoryHistory } from "@tanstack/react-router";
import { prerender } from "react-dom/static";
import { LANDING_TITLE } from "#pwa/landing/landing-screen.tsx";
import { wordIn } from "#pwa/platform/language/show-language.ts";
import { DEFAULT_LANGUAGE } from "#schemas/values/languages.ts";
import { App } from "./app.tsx";
import { createAppRouter } from "./router.tsx";

export const title = LANDING_TITLE;

/** The addresses that lead somewhere, as the router writes them: `$name` stands for one part, a `$` alone for any rest. */
export function paths(): readonly string[] {
  return Object.keys(createAppRouter(createMemoryHistory({ initialEntries: ["/"] })).routesByPath);
}

/**
 * The markup of the start page as a guest sees it whom this device does not know: what the browser renders first, too.
 * Rejects with whatever was thrown on the way.
 */
export async function renderLanding(): Promise<string> {
  await wordIn(DEFAULT_LANGUAGE);
  const router = createAppRouter(createMemoryHistory({ initialEntries: ["/"] }));
  await router.load();
  const failures: unknown[] = [];
  const { prelude } = await prerender(<App router={router} />, {
    // Larger parts would come apart from the rest, with a script that moves them.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
  });
  const markup = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  return markup;
}
