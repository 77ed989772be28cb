export { sendProof } from "./prove-email.ts";
export { registerProfileRoutes } from "./routes.ts";
