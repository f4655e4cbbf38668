module example.com/anchord/go-client

go 1.19
