import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { findUserById } from "#server/users/index.ts";

/** Serves how far a person's identity check is. */
export function registerKycRoutes(app: FastifyInstance, runtime: Runtime): void {
  const checks = runtime.database.collection("kyc_verifications");
  route(app, ENDPOINTS.kycStatus, async ({ session }) => {
    const user = await findUserById(runtime, session.userId);
    if (!user) throw new AppError("session-required");
    const hasSent = (await checks.findOne({ userId: session.userId }, { projection: { _id: 1 } })) !== null;
    // Everybody's status is "pending" from the start; who has sent nothing waits for nobody.
    return {
      status: hasSent || user.kycStatus !== "pending" ? user.kycStatus : null,
      isVerified: user.kycVerified,
    };
  });
}
