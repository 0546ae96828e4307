package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"

	"github.com/google/uuid"

	"sample/api"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	url, key := os.Args[1], os.Args[2]
	ctx := context.Background()
	client, err := api.NewClientWithResponses(url, api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}))
	check(err)
	price := float32(799.5)
	body := api.GearCreate{}
	check(body.FromLensCreate(api.LensCreate{Brand: "Sigma", Model: "oapi-codegen", PurchasePrice: &price}))
	made, err := client.CreateGearWithResponse(ctx, &api.CreateGearParams{}, body)
	check(err)
	created, err := made.JSON201.Data.AsLens()
	check(err)
	kind, query := api.ListGearParamsType("lens"), "oapi-codegen"
	page, err := client.ListGearWithResponse(ctx, &api.ListGearParams{Type: &kind, Q: &query})
	check(err)
	listed := []string{}
	for _, one := range page.JSON200.Data {
		item, err := one.AsLens()
		check(err)
		listed = append(listed, item.Model)
	}
	title := "x"
	refused, err := client.UpdateShootWithResponse(ctx, uuid.MustParse("01a1fde2-55f1-778f-9f23-67bae74779a9"), &api.UpdateShootParams{}, api.ShootPatch{Updates: api.ShootUpdates{Title: &title}})
	check(err)
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{"made": created.Model, "listed": listed, "refused": refused.ApplicationproblemJSON404.Code}))
}
