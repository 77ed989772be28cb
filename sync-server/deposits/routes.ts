import type { FastifyInstance } from "fastify";
import type { AwaitsApproval } from "#schemas/approvals.ts";
import type { DepositOffer, DepositOutput, DepositSettings } from "#schemas/deposits.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { findUserById } from "#server/users/index.ts";
import { creditAct } from "./credit-act.ts";
import { approveDeposit, type DepositDecision, rejectAct, rejectDeposit, retryDeposit } from "./decide-deposit.ts";
import { declareDeposit } from "./declare-deposit.ts";
import { depositOutput, MOST_SHOWN, readForOperators } from "./for-operators.ts";
import { listDecided, listOpen } from "./list-deposits.ts";
import { listMethods, methodAct, offersOf, setMethod, takenMethods } from "./methods.ts";
import { readDepositSettings, settingsAct } from "./settings.ts";
import { type DepositDocument, depositCollection } from "./store.ts";

/** Whether there is any way to pay in at the moment. */
export async function takesDeposits(runtime: Runtime): Promise<boolean> {
  return runtime.config.cardProviderUrl !== null || (await takenMethods(runtime)).size > 0;
}

/** Serves deposits to their owners and to operators. `kick` says that one was approved. */
export function registerDepositRoutes(
  app: FastifyInstance,
  runtime: Runtime,
  approvals: Approvals,
  kick: () => void,
): void {
  approvals.define("credit-deposit", creditAct(runtime, kick));
  approvals.define("reject-deposit", rejectAct(runtime));
  approvals.define("set-deposits", settingsAct(runtime));
  approvals.define("set-deposit-method", methodAct(runtime));
  const deposits = depositCollection(runtime.database);

  route(app, ENDPOINTS.deposits, async ({ session }) => {
    const own = await deposits.find({ userId: session.userId }, { sort: { id: -1 }, limit: MOST_SHOWN }).toArray();
    const [settings, others] = await Promise.all([readDepositSettings(runtime, null), offersOf(runtime)]);
    const card = await cardOffer(runtime, session.userId);
    return { offer: settings && offerOf(settings), others, deposits: own.map(ownDeposit), card };
  });
  route(app, ENDPOINTS.declareDeposit, async ({ session, input }) =>
    ownDeposit(await declareDeposit(runtime, session.userId, input)),
  );

  route(app, ENDPOINTS.depositQueue, ({ query }) => listOpen(runtime, query));
  route(app, ENDPOINTS.decidedDeposits, ({ query }) => listDecided(runtime, query));
  route(app, ENDPOINTS.depositForOperators, ({ params }) => readForOperators(runtime, params.id));
  route(app, ENDPOINTS.approveDeposit, async ({ session, params, input }) =>
    decisionOutput(await approveDeposit(runtime, approvals, params.id, session.userId, input)),
  );
  route(app, ENDPOINTS.rejectDeposit, async ({ session: { userId: operatorId }, params, input }) =>
    decisionOutput(await rejectDeposit(runtime, approvals, params.id, { operatorId, ...input })),
  );
  route(app, ENDPOINTS.retryDeposit, async ({ session: { userId: operatorId }, params, input }) =>
    decisionOutput(await retryDeposit(runtime, approvals, params.id, { operatorId, ...input })),
  );

  route(app, ENDPOINTS.depositSettings, async () => ({ settings: await readDepositSettings(runtime, null) }));
  route(app, ENDPOINTS.setDepositSettings, async ({ session, input }) => {
    const { settings, reason } = input;
    const content = { kind: "set-deposits", settings, former: await readDepositSettings(runtime, null) } as const;
    const proposal = await approvals.decide({ content, operatorId: session.userId, reason });
    return proposal ? { proposal } : { settings: await readDepositSettings(runtime, null) };
  });

  route(app, ENDPOINTS.depositMethods, async () => {
    const { cardProviderUrl } = runtime.config;
    return { methods: await listMethods(runtime), cardSeller: cardProviderUrl && new URL(cardProviderUrl).host };
  });
  route(app, ENDPOINTS.setDepositMethod, ({ session, params, input }) =>
    setMethod(runtime, approvals, params.method, { operatorId: session.userId, ...input }),
  );
}

/** Where a person may buy XLM for a card; null where nobody sells them, or while there is no wallet to send them to. */
async function cardOffer(runtime: Runtime, userId: number) {
  const { cardProviderUrl } = runtime.config;
  if (cardProviderUrl === null) return null;
  const user = await findUserById(runtime, userId);
  if (!user?.walletAddress) return null;
  const url = cardProviderUrl.replaceAll("{address}", user.walletAddress);
  return { seller: new URL(url).host, url };
}

function offerOf({ recipient, xlmRate, minAmount, maxAmount }: DepositSettings): DepositOffer {
  return { recipient, xlmRate, minAmount, maxAmount };
}

/** As its owner sees it: what operators note for each other is not for them, save why it was rejected. */
function ownDeposit(deposit: DepositDocument): DepositOutput {
  return { ...depositOutput(deposit), notes: deposit.status === "rejected" ? deposit.notes : null };
}

function decisionOutput(decision: DepositDecision): DepositOutput | AwaitsApproval {
  return "proposal" in decision ? decision : depositOutput(decision.deposit);
}
