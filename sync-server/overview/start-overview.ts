import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { OverviewOutput } from "#schemas/overview.ts";
import { readRewrapProgress } from "#server/custody/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import type { OpenFeatureMessages } from "#server/platform/sync/feature-messages.ts";
import type { Outbox } from "#server/platform/sync/outbox.ts";
import { openConsoleRoom } from "./console-room.ts";
import { keepPicture } from "./keep-picture.ts";
import { Picture } from "./picture.ts";
import { startPresence } from "./processes.ts";
import { openDays } from "./read-days.ts";
import { readHouse } from "./read-house.ts";
import { isCaughtUp, readService } from "./read-service.ts";
import { openSubmissionCounts } from "./read-submissions.ts";
import { readWaiting } from "./read-waiting.ts";
import { whoSees } from "./who-sees.ts";

export interface OverviewDeps {
  readonly runtime: Runtime;
  readonly network: Pick<StellarNetwork, "head">;
  readonly leases: Leases;
}

export interface Overview {
  /** Answers operators on the socket. */
  readonly messages: OpenFeatureMessages;
  /** Open sockets of this process. */
  readonly sockets: () => number;
  stop(): Promise<void>;
}

/** While nobody is told of changes, what was read is good for so long. */
const REST_MS = 1000;

/** Serves operators what the service is doing: by REST at first, then by the socket, read once for all who look. */
export function startOverview(app: FastifyInstance, { runtime, network, leases }: OverviewDeps): Overview {
  const { database, clock } = runtime;
  const days = openDays(runtime);
  const submissions = openSubmissionCounts(runtime);
  const picture: Picture = new Picture(
    {
      service: () => readService(database, network),
      waiting: () => readWaiting(database),
      submissions: () => submissions.read(),
      days: () => days.read(picture.latest !== null && isCaughtUp(picture.latest.service)),
      house: () => readHouse(runtime),
      rewrap: () => readRewrapProgress(database),
    },
    clock,
  );
  let outbox: Outbox | null = null;
  let reading: Promise<OverviewOutput> | null = null;

  /** Whoever asks while it is read gets what is read. */
  function read(): Promise<OverviewOutput> {
    const { latest } = picture;
    const ageMs = clock.now().getTime() - picture.atMs;
    if (latest && (keeping.isKept || (ageMs >= 0 && ageMs < REST_MS))) return Promise.resolve(latest);
    reading ??= picture.readAll().finally(() => {
      reading = null;
    });
    return reading;
  }

  const messages: OpenFeatureMessages = (opened) => {
    outbox = opened;
    const room = openConsoleRoom(opened, {
      whoSees: (userIds) => whoSees(database, userIds),
      opened: () => keeping.begin(),
      emptied: () => keeping.end(),
      picture: read,
      latest: () => picture.latest,
    });
    keeping.tell = room.tell;
    return room.messages;
  };

  const keeping = keepPicture(runtime, picture);
  const sockets = () => outbox?.count() ?? 0;
  const presence = startPresence(runtime, leases, sockets);
  route(app, ENDPOINTS.overview, read);
  return {
    messages,
    sockets,
    async stop() {
      await Promise.all([keeping.stop(), presence.stop()]);
    },
  };
}
