// Keeps the site for when there is no network: the lab at the first visit, what there is to read as it is read.
// `./site` puts in what there is.

const OURS = `bezzel ${self.registration.scope} `;
const KEPT = OURS + "VERSION";
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(KEPT);
    // The page is asked for by the name of its folder as well.
    await cache.addAll(["./", ...FILES].map((name) => new Request(name, { cache: "no-cache" })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== KEPT);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

/** What was kept comes first: a new version has a new name, and is fetched while the old one is shown. */
async function answer(request) {
  const cache = await caches.open(KEPT);
  // The state of the lab is in the part of the address that names no file.
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok && fresh.type === "basic") await cache.put(request, fresh.clone());
  return fresh;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});
