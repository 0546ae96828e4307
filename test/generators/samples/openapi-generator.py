import json
import sys

import openapi_client
from openapi_client.models import GearCreate, LensCreate, ShootPatch, ShootUpdates

url, key = sys.argv[1:]
with openapi_client.ApiClient(openapi_client.Configuration(host=url, access_token=key)) as client:
    gear = openapi_client.GearApi(client)
    body = LensCreate(gear_type="lens", brand="Sigma", model="openapi-generator-python", purchase_price=799.9)
    made = gear.create_gear(GearCreate(body))
    page = gear.list_gear(type="lens", q="openapi-generator-python")
    try:
        openapi_client.ShootsApi(client).update_shoot("01a1fde2-55f1-778f-9f23-67bae74779a9", ShootPatch(updates=ShootUpdates(title="x")))
        code = None
    except openapi_client.ApiException as error:
        code = json.loads(error.body)["code"]
    listed = [item.actual_instance.model for item in page.data]
    print(json.dumps({"made": made.data.actual_instance.model, "listed": listed, "refused": code}))
