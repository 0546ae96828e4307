"""POST /notify/{KEY} of an Apprise API server, around the real library. Services of each key: JSON in KITROOM_TEST_SERVICES."""
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import apprise
from apprise.plugins.discord import NotifyDiscord
from apprise.plugins.telegram import NotifyTelegram

SERVICES = json.loads(os.environ["KITROOM_TEST_SERVICES"])
LIMITED = {
    "discord": NotifyDiscord(webhook_id="A" * 24, webhook_token="B" * 64),
    "telegram": NotifyTelegram(bot_token="123456789:abcdefg_hijklmnop", targets="12315544"),
}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        given = json.loads(self.rfile.read(int(self.headers["content-length"])))
        services = SERVICES.get(self.path.removeprefix("/notify/"), [])
        # How many messages services with limits would make of it.
        parts = {name: len(plugin._apply_overflow(given["body"], title=given["title"], overflow="split")) for name, plugin in LIMITED.items()}
        print(json.dumps(parts), flush=True)
        if not services:
            self.answer(204)
            return
        sender = apprise.Apprise()
        for service in services:
            sender.add(service)
        accepted = sender.notify(body=given["body"], title=given["title"], notify_type=given["type"], body_format=given["format"])
        self.answer(200 if accepted else 424)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
