import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";
import { AppError } from "#schemas/errors.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { isNetworkAddress } from "#server/platform/network/addresses.ts";
import { isFieldSealed } from "#server/platform/seals/sealed-fields.ts";
import type { UserDocument } from "#server/users/index.ts";
import { findUserByOwnName, ownDomain, ownNameIn } from "./own-names.ts";

/** Where our stellar.toml says that names are looked up. */
export const FEDERATION_PATH = "/federation";

const QUESTIONS = 60;
const QUESTIONS_WINDOW_MS = 60 * 1000;
const Question = v.object({ q: v.pipe(v.string(), v.maxLength(300)), type: v.string() });

interface Found {
  readonly username: string;
  readonly address: string;
}

/**
 * Serves the names of our users to every site (SEP-2): `name*our.domain` and the address it leads to, either from the
 * other. One exact question at a time, counted by who asks; whoever has no wallet on the network yet, or none any more, is
 * not there.
 */
export function registerFederation(app: FastifyInstance, runtime: Runtime): void {
  const { publicUrl } = runtime.config;
  const limit = createAttemptLimit(runtime, "federation-server", QUESTIONS, QUESTIONS_WINDOW_MS);

  app.get(FEDERATION_PATH, async (request, reply) => {
    reply.headers({ "access-control-allow-origin": "*", "cache-control": "no-store" });
    try {
      await limit.take(networkOf(request.ip));
    } catch (error) {
      if (error instanceof AppError && error.code === "rate-limited") return refuse(reply, 429, error.message);
      throw error;
    }
    const question = v.safeParse(Question, request.query);
    if (!question.success) return refuse(reply, 400, "Ask with q, the name or the address, and type, name or id.");
    const { q, type } = question.output;
    if (type !== "name" && type !== "id") return refuse(reply, 501, "Only the types name and id are served here.");
    const found = type === "name" ? await findByName(runtime, q) : await findByAddress(runtime, q);
    if (!found) return refuse(reply, 404, "Nobody is found by that.");
    return reply.send({ stellar_address: `${found.username}*${ownDomain(publicUrl)}`, account_id: found.address });
  });
}

function refuse(reply: FastifyReply, status: number, detail: string): FastifyReply {
  return reply.code(status).send({ detail });
}

async function findByName(runtime: Runtime, text: string): Promise<Found | null> {
  const name = ownNameIn(text.trim(), runtime.config.publicUrl);
  if (name === null) return null;
  try {
    const user = await findUserByOwnName(runtime, name);
    return user && (await onNetwork(runtime, user));
  } catch (error) {
    if (error instanceof AppError && error.code === "recipient-ambiguous") return null;
    throw error;
  }
}

/** The name is told only where it leads back to the address. */
async function findByAddress(runtime: Runtime, address: string): Promise<Found | null> {
  if (!isNetworkAddress(address)) return null;
  const user = await runtime.database
    .collection("users")
    .findOne({ walletAddress: address, closedAt: { $exists: false } });
  const username: unknown = user?.["username"];
  if (typeof username !== "string") return null;
  const found = await findByName(runtime, `${username}*${ownDomain(runtime.config.publicUrl)}`);
  return found?.address === address ? found : null;
}

async function onNetwork({ database }: Runtime, user: UserDocument): Promise<Found | null> {
  const { id, username, walletAddress } = user;
  // Whoever put their own address there would be paid in somebody's name, by every other site.
  if (!walletAddress || !isFieldSealed(database, "users", id, user, "walletAddress")) return null;
  const account = await accountCollection(database).findOne({ _id: walletAddress, role: "wallet", exists: true });
  return account && { username, address: walletAddress };
}
