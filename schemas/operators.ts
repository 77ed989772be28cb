import * as v from "valibot";

/** What operators can be. A person may be several. */
export const ROLES = ["super", "finance", "support", "reviewer", "editor", "auditor"] as const;
export const Role = v.picklist(ROLES);
export type Role = v.InferOutput<typeof Role>;

/** Whoever may do something besides supers, who may all; auditors may besides whatever is called `read`, and nothing else. */
type Others = Exclude<Role, "super" | "auditor">;

const EVERYBODY: readonly Others[] = ["finance", "support", "reviewer", "editor"];

/**
 * Who may what: role, permission and resource. The server decides by it, the screens hide by it, `tests/policy.test.ts` walks it. Nobody
 * listed means supers alone.
 */
const TABLE = {
  users: {
    read: ["finance", "support", "reviewer"],
    freeze: ["finance", "support", "reviewer"],
    "end-sessions": ["support"],
    "reset-factor": ["support"],
    "set-limits": ["finance", "support"],
    "settle-name": ["support"],
    note: ["finance", "support", "reviewer"],
    "rotate-key": [],
  },
  deposits: { read: ["finance", "support"], decide: ["finance"], set: ["finance"] },
  payments: { read: ["finance", "support", "reviewer"], decide: ["finance"] },
  accounting: { read: ["finance"] },
  books: { read: ["finance"], compare: ["finance"], decide: ["finance"] },
  // Money of the house itself, and how much of it may go out in a day.
  treasury: { read: ["finance"], transfer: ["finance"], "set-budget": ["finance"] },
  fees: { read: ["finance", "support"], set: ["finance"] },
  staking: { read: ["finance", "support"], set: ["finance"] },
  affiliate: { read: ["finance", "support"], set: ["finance"], pay: ["finance"], decide: ["finance"] },
  "market-making": { read: ["finance", "support"], stop: ["finance", "support"] },
  policy: { read: ["finance", "support", "reviewer"], set: ["finance"] },
  support: { read: ["support"], "view-picture": ["support"], answer: ["support"] },
  // A case with its pictures is for whoever decides: no auditor's look at lists shows one.
  identities: { read: ["support", "reviewer"], view: ["reviewer"], decide: ["reviewer"] },
  content: { read: ["editor"], edit: ["editor"], publish: ["editor"] },
  interface: { read: EVERYBODY, set: [] },
  // The dollar counts in every limit: it is no matter of what is shown.
  listings: { read: EVERYBODY, edit: ["editor"], "set-dollar": ["finance"] },
  proposals: { read: EVERYBODY, decide: EVERYBODY },
  overview: { read: EVERYBODY },
  // Whoever sees the overview reads them.
  tasks: { change: EVERYBODY },
  // Of issues that they may know of; windows of maintenance and the webhook are supers'.
  monitoring: { act: EVERYBODY, set: [] },
  views: { save: EVERYBODY },
  notices: { choose: EVERYBODY },
  actions: { read: [] },
  logs: { read: [] },
  service: { read: [] },
  "api-keys": { read: [], revoke: [], make: EVERYBODY },
  keys: { read: [], rotate: [] },
  // What was younger than a backup that was put back.
  restored: { read: [], confirm: [] },
  operators: { read: EVERYBODY, set: [] },
  "four-eyes": { read: EVERYBODY, set: [] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly Others[]>>>>;

type Table = typeof TABLE;
export type Resource = keyof Table;
/** What an endpoint of operators asks for, as `deposits.decide`. */
export type Permission = { [R in Resource]: `${R}.${keyof Table[R] & string}` }[Resource];

/** By permission, whoever has it besides supers and auditors. */
const HOLDERS: ReadonlyMap<string, readonly Role[]> = new Map(
  Object.entries(TABLE).flatMap(([resource, verbs]) =>
    Object.entries(verbs).map(([verb, roles]): [string, readonly Role[]] => [`${resource}.${verb}`, roles]),
  ),
);

/** Every permission there is. */
export const PERMISSIONS = [...HOLDERS.keys()] as readonly Permission[];

/** What may be done to many rows at once: it moves no money, opens no account and changes no rule. Nothing else is offered for bulk. */
export const MONEYLESS = ["support.answer"] as const satisfies readonly Permission[];
export type MoneylessPermission = (typeof MONEYLESS)[number];

/** Whether somebody of these roles may do this. Of nobody's roles, none may. */
export function mayDo(roles: readonly Role[], permission: Permission): boolean {
  if (roles.includes("super")) return true;
  if (roles.includes("auditor") && permission.endsWith(".read")) return true;
  const holders = HOLDERS.get(permission) ?? [];
  return roles.some((role) => holders.includes(role));
}

/** Whether other roles may anything that the former ones did not. */
export function givesMore(former: readonly Role[], next: readonly Role[]): boolean {
  return PERMISSIONS.some((permission) => mayDo(next, permission) && !mayDo(former, permission));
}
