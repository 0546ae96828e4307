package main

import (
	"context"
	"encoding/json"
	"os"

	api "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	url, key := os.Args[1], os.Args[2]
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: url}}
	ctx := context.WithValue(context.Background(), api.ContextAccessToken, key)
	client := api.NewAPIClient(configuration)
	lens := api.NewLensCreate("lens", "Sigma", "openapi-generator-go")
	lens.SetPurchasePrice(799.5)
	made, _, err := client.GearAPI.CreateGear(ctx).GearCreate(api.LensCreateAsGearCreate(lens)).Execute()
	check(err)
	page, _, err := client.GearAPI.ListGear(ctx).Type_("lens").Q("openapi-generator-go").Execute()
	check(err)
	listed := []string{}
	for _, item := range page.Data {
		listed = append(listed, item.Lens.Model)
	}
	updates := api.NewShootUpdates()
	updates.SetTitle("x")
	_, _, err = client.ShootsAPI.UpdateShoot(ctx, "01a1fde2-55f1-778f-9f23-67bae74779a9").ShootPatch(*api.NewShootPatch(*updates)).Execute()
	problem := api.Problem{}
	check(json.Unmarshal(err.(*api.GenericOpenAPIError).Body(), &problem))
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{"made": made.Data.Lens.Model, "listed": listed, "refused": problem.Code}))
}
