// Shows push messages, and opens their pages. It stores no page and intercepts no request.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  let news = {};
  try {
    news = event.data.json();
  } catch {
    // Browsers require every push message to be shown, even an empty one.
  }
  event.waitUntil(self.registration.showNotification(news.title || "Noon", {
    body: news.body || "",
    tag: news.tag || "noon",
    icon: "/icon-192.png",
    data: { path: typeof news.path === "string" && /^\/(?!\/)/.test(news.path) ? news.path : "/games/" },
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.path, self.location.origin).href;
  event.waitUntil((async () => {
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const same = open.find((client) => client.url === url);
    return same ? same.focus() : self.clients.openWindow(url);
  })());
});
