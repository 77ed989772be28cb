export { sendProof } from "./prove-email.ts";
export { giveEmail } from "./change-email.ts";
export { registerProfileRoutes } from "./routes.ts";
