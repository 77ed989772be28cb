import { Keypair } from "@stellar/stellar-sdk";
import { createServer } from "node:http";
import { once } from "node:events";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askFriendbot } from "./friendbot.ts";

/** What the faucet says next. */
let says = { status: 200, body: "" };
const faucet = createServer((_request, response) => response.writeHead(says.status).end(says.body));
let url = "";
beforeAll(async () => {
  faucet.listen(0, "127.0.0.1");
  await once(faucet, "listening");
  const { port } = v.parse(v.object({ port: v.number() }), faucet.address());
  url = `http://127.0.0.1:${port}/`;
});
afterAll(() => faucet.close());

// As friendbots of networks have said it, the newest first.
test.each([
  [200, '{"successful":true,"hash":"59176a"}', true],
  [400, '{"title":"Bad Request","status":400,"detail":"account already funded to starting balance"}', true],
  [400, '{"detail":"createAccountAlreadyExist (AAAAAAAAAGT/////AAAAAQAAAAAAAAAA/////AAAAAA=)"}', true],
  [400, '{"extras":{"result_codes":{"operations":["op_already_exists"]}}}', true],
  [400, '{"extras":{"reason":"invalid address: must be a valid G or C address"}}', false],
  [503, "busy", false],
])("an account is there after %i %s: %s", async (status, body, isThere) => {
  says = { status, body };
  expect(await askFriendbot(url, Keypair.random().publicKey())).toBe(isThere);
});
