import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { FAIL_POINTS } from "#server/embedded/mongo/fail-point.ts";
import { docField } from "./context.ts";
import type { Command } from "./context.ts";

/** Only on a server that was started for tests; elsewhere there is no such command. */
export function configureFailPoint(command: Command): Doc {
  const { failPoint } = command.services;
  if (failPoint === undefined) throw new MongoError("CommandNotFound", "no such command: 'configureFailPoint'");
  const name = FAIL_POINTS.find((known) => known === command.body.get("configureFailPoint"));
  if (name === undefined) throw new MongoError("CommandNotSupported", `the fail points are ${FAIL_POINTS.join(", ")}`);
  failPoint.configure(name, command.body.get("mode"), docField(command.body, "data"));
  return new Map();
}
