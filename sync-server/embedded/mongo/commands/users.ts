import { doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { badValue } from "#server/embedded/mongo/error.ts";
import { flagField } from "./context.ts";
import type { Command } from "./context.ts";

const USERS_DB = "admin";

/** The one user, where the server was started with one; it may do everything. */
export function usersInfo(command: Command): Doc {
  const user = command.services.credentials?.user;
  if (user === undefined || !namesIt(command, command.body.get("usersInfo"), user)) return doc({ users: [] });
  return doc({
    users: [
      doc({
        _id: `${USERS_DB}.${user}`,
        user,
        db: USERS_DB,
        roles: [doc({ role: "root", db: USERS_DB })],
        mechanisms: ["SCRAM-SHA-256"],
      }),
    ],
  });
}

function namesIt(command: Command, asked: Value | undefined, user: string): boolean {
  if (Array.isArray(asked)) return asked.some((one) => namesIt(command, one, user));
  if (typeof asked === "string") return asked === user && command.db === USERS_DB;
  if (!isDoc(asked)) return command.db === USERS_DB;
  if (flagField(asked, "forAllDBs")) return true;
  if (typeof asked.get("user") !== "string" || typeof asked.get("db") !== "string")
    throw badValue("UserName must contain a string 'user' and a string 'db'");
  return asked.get("user") === user && asked.get("db") === USERS_DB;
}

/** No role can be made here, and of the built-in ones only `root` is given. */
export function rolesInfo(command: Command): Doc {
  const asked = command.body.get("rolesInfo");
  const root = doc({ role: "root", db: USERS_DB, isBuiltin: true, roles: [], inheritedRoles: [] });
  const isNamed = (one: Value | undefined): boolean =>
    isDoc(one) ? one.get("role") === "root" && one.get("db") === USERS_DB : one === "root" && command.db === USERS_DB;
  const isWanted = Array.isArray(asked)
    ? asked.some(isNamed)
    : isNamed(asked) ||
      (command.db === USERS_DB &&
        flagField(command.body, "showBuiltinRoles") &&
        !isDoc(asked) &&
        typeof asked !== "string");
  return doc({ roles: isWanted ? [root] : [] });
}

export function connectionStatus(command: Command): Doc {
  const { user } = command.peer;
  const users = user === undefined ? [] : [doc({ user, db: USERS_DB })];
  const roles = user === undefined ? [] : [doc({ role: "root", db: USERS_DB })];
  const resource = doc({ anyResource: true });
  const privileges = user === undefined ? [] : [doc({ resource, actions: ["anyAction"] })];
  return doc({
    authInfo: doc({
      authenticatedUsers: users,
      authenticatedUserRoles: roles,
      authenticatedUserPrivileges: flagField(command.body, "showPrivileges") ? privileges : undefined,
    }),
  });
}
