// Draw the OpenAPI document. No plug-in, no outside address: everything comes from this host.
const place = document.getElementById("swagger-ui");
SwaggerUIBundle({ url: place.dataset.url, domNode: place, deepLinking: true, validatorUrl: null });
