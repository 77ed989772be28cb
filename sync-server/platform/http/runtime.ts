import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/platform/db/database.ts";

export type Logger = FastifyBaseLogger;

/** The only source of "now" on the server, so that tests can hold it. */
export interface Clock {
  now(): Date;
}

/** What every part of the server is given: no part reads the environment, opens a connection or makes a logger itself. */
export interface Runtime {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}
