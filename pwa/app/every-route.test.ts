import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { createAppRouter } from "./router.tsx";
import { OPERATORS_SCREENS, PAGES, SCREENS } from "#tests/browser/routes.ts";

test("browser tests that look at every route look at every route there is", () => {
  const router = createAppRouter(createMemoryHistory());
  const looked = [...PAGES, ...SCREENS, ...OPERATORS_SCREENS].map((path) => path.replace(/[?#].*/, ""));
  const isLookedAt = (route: string) => {
    const pattern = new RegExp(`^${route.replace(/\$\w*/g, "[^/]+")}$`);
    return looked.some((path) => pattern.test(path));
  };
  const routes = Object.keys(router.routesByPath);
  expect(routes.length).toBeGreaterThan(40);
  expect(routes.filter((route) => !isLookedAt(route))).toEqual([]);
});
