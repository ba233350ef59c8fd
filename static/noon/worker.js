// Shows push messages, and opens what they are about. It keeps no page and answers no request.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  let news = {};
  try {
    news = event.data.json();
  } catch {
    // A message without words still has to be shown.
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
