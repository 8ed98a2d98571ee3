# The binary with its assets, in an image that holds nothing else.
FROM golang:1.26-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends make nodejs npm python3 python3-pip && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=development
RUN SPAR_ASSETS_REQUIRED=1 make build VERSION=$VERSION && scripts/licences.sh /licences/THIRD_PARTY_LICENSES.txt && cp LICENSE NOTICE /licences/
# Data directory and temporary files of the user below, who owns nothing else.
RUN install -d -m 700 -o 65532 -g 65532 /empty/data /empty/tmp

FROM scratch
COPY --from=build /src/bin/spar /usr/local/bin/spar
COPY --from=build /licences /licences
COPY --from=build --chown=65532:65532 /empty/ /
USER 65532:65532
ENV SPAR_DATA_DIR=/data
VOLUME /data
ENTRYPOINT ["/usr/local/bin/spar"]
CMD ["--help"]
