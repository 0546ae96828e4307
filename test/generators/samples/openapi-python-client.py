import json
import sys

from kitroom_api_client import AuthenticatedClient
from kitroom_api_client.api.gear import create_gear, list_gear
from kitroom_api_client.api.shoots import update_shoot
from kitroom_api_client.models import LensCreate, ListGearType, ShootPatch, ShootUpdates

url, key = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key)
body = LensCreate(gear_type="lens", brand="Sigma", model="openapi-python-client", purchase_price=799.9)
made = create_gear.sync(client=client, body=body)
page = list_gear.sync(client=client, type_=ListGearType.LENS, q="openapi-python-client")
refused = update_shoot.sync(client=client, id="01a1fde2-55f1-778f-9f23-67bae74779a9", body=ShootPatch(updates=ShootUpdates(title="x")))
print(json.dumps({"made": made.data.model, "listed": [item.model for item in page.data], "refused": refused.code.value}))
