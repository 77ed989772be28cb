import type { Finding } from "#server/platform/network/checks/finding.ts";

/** The version of node that the server is built and tested with; the Dockerfile's. */
export const PINNED_NODE = "26.10.0";

/** Whether the program runs on the node that it was tested on. `versions` are as node and package.json write them. */
export function checkVersions({ node, app }: { readonly node: string; readonly app: string }): Finding[] {
  const own: Finding = { severity: "fine", about: "Astrolabe", text: `it is version ${app}.` };
  const [major] = numbersOf(node);
  const [pinned] = numbersOf(PINNED_NODE);
  const text = `it is version ${node}, and Astrolabe is tested on ${PINNED_NODE}.`;
  const about = "node";
  if (numbersOf(node).join(".") === numbersOf(PINNED_NODE).join("."))
    return [own, { severity: "fine", about, text: `it is version ${node}, on which Astrolabe is tested.` }];
  if (major === pinned) return [own, { severity: "note", about, text }];
  return [own, { severity: "warning", about, text, fix: `Install ${PINNED_NODE}.` }];
}

function numbersOf(version: string): number[] {
  return version.replace(/^v/, "").split(".").map(Number);
}
