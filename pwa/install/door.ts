/** What other features may use of this one. */

export { hasInstallOffer, subscribeToInstall } from "./install-event.ts";
export { InstallOffer } from "./install-offer.tsx";
